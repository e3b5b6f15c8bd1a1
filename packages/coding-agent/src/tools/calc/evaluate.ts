// Evaluates an arithmetic expression by its own grammar; runs no code.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import {
  add,
  divide,
  type ExactNumber,
  fraction,
  multiply,
  negate,
  parseDecimal,
  power,
  remainder,
} from "./exact-number.ts";

const TOKEN =
  /\s*(?:(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(\*\*|[-+*/%()]))\s*/y;
const MAX_DEPTH = 200;

/** The value of an expression; throws ToolFailure for what is none. */
export function evaluate(expression: string): ExactNumber {
  const tokens = tokenize(expression);
  if (tokens.length === 0) throw new ToolFailure("Expression is empty");
  const reader = new TokenReader(tokens);
  const value = sum(reader);
  if (reader.peek() !== undefined) throw new ToolFailure("Unexpected token in expression");
  return value;
}

type Token = string | { readonly number: ExactNumber };

function tokenize(expression: string): Token[] {
  const text = expression.trim();
  const tokens: Token[] = [];
  for (let position = 0; position < text.length;) {
    TOKEN.lastIndex = position;
    const [all, based, decimal, operator] = TOKEN.exec(text) ?? [];
    if (all === undefined) {
      const char = String.fromCodePoint(text.codePointAt(position)!);
      throw new ToolFailure(`Invalid character "${char}" in expression`);
    }
    if (based !== undefined) tokens.push({ number: fraction(BigInt(based), 1n) });
    else if (decimal !== undefined) tokens.push({ number: parseDecimal(decimal) });
    else tokens.push(operator!);
    position = TOKEN.lastIndex;
  }
  return tokens;
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#position];
  }

  next(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  take(...operators: readonly string[]): string | undefined {
    const token = this.peek();
    if (typeof token !== "string" || !operators.includes(token)) return undefined;
    this.#position++;
    return token;
  }

  deeper(read: (reader: TokenReader) => ExactNumber): ExactNumber {
    if (++this.#depth > MAX_DEPTH) throw new ToolFailure("Expression is nested too deeply");
    const value = read(this);
    this.#depth--;
    return value;
  }
}

function sum(reader: TokenReader): ExactNumber {
  let value = product(reader);
  for (;;) {
    const operator = reader.take("+", "-");
    if (operator === undefined) return value;
    const next = product(reader);
    value = add(value, operator === "+" ? next : negate(next));
  }
}

const PRODUCTS = { "*": multiply, "/": divide, "%": remainder } as const;

function product(reader: TokenReader): ExactNumber {
  let value = unary(reader);
  for (;;) {
    const operator = reader.take("*", "/", "%") as keyof typeof PRODUCTS | undefined;
    if (operator === undefined) return value;
    value = PRODUCTS[operator](value, unary(reader));
  }
}

/** A sign binds looser than a power: `-2 ** 2` is -4. */
function unary(reader: TokenReader): ExactNumber {
  const sign = reader.take("+", "-");
  if (sign === undefined) return powers(reader);
  const value = reader.deeper(unary);
  return sign === "-" ? negate(value) : value;
}

function powers(reader: TokenReader): ExactNumber {
  const base = primary(reader);
  return reader.take("**") === undefined ? base : power(base, reader.deeper(unary));
}

function primary(reader: TokenReader): ExactNumber {
  const token = reader.next();
  if (token === undefined) throw new ToolFailure("Unexpected end of expression");
  if (typeof token === "object") return token.number;
  if (token !== "(") throw new ToolFailure("Unexpected token in expression");
  const value = reader.deeper(sum);
  if (reader.take(")") === undefined) throw new ToolFailure("Missing closing parenthesis");
  return value;
}
