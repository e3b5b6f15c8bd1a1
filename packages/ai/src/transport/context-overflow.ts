// How each vendor and gateway words "the conversation no longer fits". Data: one row per wording, with
// a real message that must match it.

/** One vendor's wording. */
export interface OverflowWording {
  readonly vendor: string;
  readonly pattern: RegExp;
  readonly example: string;
}

export const OVERFLOW_WORDINGS: readonly OverflowWording[] = [
  {
    vendor: "Anthropic",
    pattern: /prompt is too long/i,
    example: "prompt is too long: 213462 tokens > 200000 maximum",
  },
  {
    vendor: "Anthropic, output reserve",
    pattern: /input length and `?max_tokens`? exceed context limit/i,
    example: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000",
  },
  {
    vendor: "Anthropic, bytes",
    pattern: /request exceeds the maximum (?:allowed )?(?:size|number of bytes)/i,
    example: "Request exceeds the maximum size",
  },
  {
    vendor: "OpenAI Chat, vLLM, DeepSeek, NVIDIA",
    pattern: /maximum context length (?:is|of) [\d,]+/i,
    example:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
  },
  {
    vendor: "OpenAI Responses",
    pattern: /exceeds the context window/i,
    example: "Your input exceeds the context window of this model.",
  },
  {
    vendor: "Google Gemini",
    pattern: /input token count.*exceeds the maximum/i,
    example:
      "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
  },
  {
    vendor: "Google Vertex",
    pattern: /input token count is [\d,]+ but (?:the )?model only supports up to/i,
    example:
      "Unable to submit request because the input token count is 1048600 but model only supports up to 1048576.",
  },
  {
    vendor: "Amazon Bedrock",
    pattern: /input is too long for (?:the )?requested model/i,
    example: "Input is too long for requested model.",
  },
  {
    vendor: "Amazon Nova",
    pattern: /input tokens exceeded|number of input tokens exceeds/i,
    example:
      "The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length.",
  },
  {
    vendor: "xAI",
    pattern: /maximum prompt length is [\d,]+/i,
    example: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  },
  {
    vendor: "Groq, Cerebras",
    pattern: /reduce the length of the (?:messages|prompt|input)/i,
    example: "Please reduce the length of the messages or completion.",
  },
  {
    vendor: "Mistral",
    pattern: /too large for model with [\d,]+ maximum context length/i,
    example:
      "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
  },
  {
    vendor: "Cohere",
    pattern: /too many tokens: .*(?:cannot exceed|max tokens)/i,
    example: "too many tokens: total number of tokens in the prompt cannot exceed 4081",
  },
  {
    vendor: "Together, Hugging Face TGI",
    pattern: /`?inputs`? tokens \+ `?max_new_tokens`? must be <=/i,
    example: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097.",
  },
  {
    vendor: "Fireworks",
    pattern: /prompt is too long: [\d,]+, model maximum context length/i,
    example: "The prompt is too long: 150000, model maximum context length: 131071",
  },
  {
    vendor: "OpenRouter",
    pattern: /endpoint's maximum context length/i,
    example:
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens.",
  },
  {
    vendor: "GitHub Copilot",
    pattern: /prompt token count of [\d,]+ exceeds the limit/i,
    example: "prompt token count of 130412 exceeds the limit of 128000",
  },
  {
    vendor: "Moonshot Kimi",
    pattern: /exceeded model token limit/i,
    example: "Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)",
  },
  {
    vendor: "MiniMax",
    pattern: /context window exceeds limit/i,
    example: "invalid params, context window exceeds limit (2013)",
  },
  {
    vendor: "Z.ai, Zhipu",
    pattern: /prompt exceeds max(?:imum)? length/i,
    example: "Prompt exceeds max length",
  },
  {
    vendor: "Alibaba DashScope",
    pattern: /range of input length should be/i,
    example:
      "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
  },
  {
    vendor: "Baidu Qianfan",
    pattern: /prompt tokens too long|input (?:tokens|length) (?:is )?too long/i,
    example: "prompt tokens too long",
  },
  {
    vendor: "Cloudflare Workers AI",
    pattern: /exceeded this model context window limit/i,
    example:
      "The estimated number of input and maximum output tokens (133000) exceeded this model context window limit (128000).",
  },
  {
    vendor: "llama.cpp",
    pattern: /exceeds the available context size/i,
    example: "the request exceeds the available context size, try increasing it",
  },
  {
    vendor: "LM Studio",
    pattern:
      /tokens to keep from the initial prompt is greater than the context length|when context the overflows/i,
    example:
      "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens",
  },
  {
    vendor: "Ollama",
    pattern: /exceed(?:s|ed) (?:the |max )?context length/i,
    example: "prompt too long; exceeded max context length by 19 tokens",
  },
  {
    vendor: "vLLM, encoder",
    pattern: /prompt \(length [\d,]+\) is longer than the maximum model length/i,
    example: "The decoder prompt (length 40211) is longer than the maximum model length of 32768.",
  },
  {
    vendor: "SGLang",
    pattern: /longer than the model's context length|requested token count exceeds/i,
    example: "The input (40211 tokens) is longer than the model's context length (32768 tokens).",
  },
  {
    vendor: "TensorRT-LLM",
    pattern: /prompt length \([\d,]+\).*exceeds? max(?:imum)?_?\s?(?:num_tokens|input length|seq)/i,
    example: "Prompt length (40211) exceeds maximum input length (32768).",
  },
  {
    vendor: "LiteLLM",
    pattern: /context ?window ?exceeded ?error/i,
    example: "litellm.ContextWindowExceededError: OpenAIException",
  },
  {
    vendor: "any reverse proxy",
    pattern: /request entity too large|payload too large|content too large/i,
    example: "413 Request Entity Too Large",
  },
];

/** Error codes that mean the same without any wording. */
export const OVERFLOW_CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "context_window_exceeded",
  "exceed_context_size_error",
  "model_context_window_exceeded",
  "request_too_large",
  "string_above_max_length",
  "1261",
]);

/** True when a message says that the conversation does not fit. */
export function saysContextOverflow(message: string): boolean {
  return OVERFLOW_WORDINGS.some((wording) => wording.pattern.test(message));
}

/** Some servers cut the input without a word; only the count of what they read gives it away. */
export function isSilentOverflow(
  usage: { input: number; cacheRead: number; cacheWrite: number },
  contextWindow: number,
): boolean {
  const read = usage.input + usage.cacheRead + usage.cacheWrite;
  return contextWindow > 0 && read > contextWindow;
}
