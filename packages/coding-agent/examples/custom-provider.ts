// A model that is a function: here one that says everything backwards. A server of your own is described with
// `baseUrl`, `api` and `models` instead, as in models.yml.
//   bun custom-provider.ts "stressed"
import { createAgentSession, type LocalProvider, SessionManager } from "@oh-my-pi/pi-coding-agent";

const mirror: LocalProvider = {
  models: [{ id: "backwards", name: "Backwards", contextWindow: 100_000, maxTokens: 4000 }],
  async respond(request, answer, signal) {
    const last = request.messages.findLast(({ role }) => role === "user");
    const blocks = Array.isArray(last?.content) ? last.content : [];
    const said = blocks.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    const letters = [...new Intl.Segmenter().segment(said)];
    for (const { segment } of letters.reverse()) {
      signal.throwIfAborted();
      answer.text("answer", segment);
    }
    answer.usage({ input: said.length, output: said.length });
  },
};

const { session } = await createAgentSession({
  sessionManager: SessionManager.inMemory(),
  toolNames: [],
  providers: { mirror },
  model: "mirror/backwards",
});
await using _ = session;
await session.prompt(process.argv[2] ?? "stressed");
console.log(session.lastAnswerText);
