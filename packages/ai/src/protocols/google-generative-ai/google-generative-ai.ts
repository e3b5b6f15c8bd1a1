// Google's generateContent format, as the Gemini API serves it.
import { createGoogleProtocol, encodeModel } from "./google-protocol.ts";

const googleGenerativeAi = createGoogleProtocol({
  api: "google-generative-ai",
  path: ({ model }) => {
    const name = model.id.includes("/") ? model.id : `models/${model.id}`;
    return `/v1beta/${encodeModel(name)}:streamGenerateContent?alt=sse`;
  },
  callIds: "where-given",
});

export default googleGenerativeAi;
