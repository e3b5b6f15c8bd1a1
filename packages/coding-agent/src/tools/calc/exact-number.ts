// Numbers as calculators should have them: exact fractions while they stay small, floating point beyond.
// Pure; division by nothing gives a number that is not finite.

/** An exact fraction in lowest terms, or what floating point made of it. */
export type ExactNumber =
  { readonly top: bigint; readonly bottom: bigint } | { readonly float: number };

const MAX_BITS = 4096;
const MAX_EXPONENT = 1000;

export function fraction(top: bigint, bottom: bigint): ExactNumber {
  if (bottom === 0n) return { float: Number(top) / 0 };
  const divisor = gcd(abs(top), abs(bottom)) * (bottom < 0n ? -1n : 1n);
  const exact = { top: top / divisor, bottom: bottom / divisor };
  return isLarge(exact.top) || isLarge(exact.bottom) ? { float: toNumber(exact) } : exact;
}

/** A decimal literal without its sign, as exact as it is written. */
export function parseDecimal(text: string): ExactNumber {
  const [digits = "", exponentText = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = digits.split(".");
  const exponent = Number(exponentText) - decimals.length;
  if (Math.abs(exponent) > MAX_EXPONENT || digits.length > MAX_EXPONENT)
    return { float: Number(text) };
  const value = BigInt(whole + decimals);
  return exponent < 0
    ? fraction(value, 10n ** BigInt(-exponent))
    : fraction(value * 10n ** BigInt(exponent), 1n);
}

export function add(a: ExactNumber, b: ExactNumber): ExactNumber {
  return isExact(a) && isExact(b)
    ? fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
    : { float: toNumber(a) + toNumber(b) };
}

export function negate(a: ExactNumber): ExactNumber {
  return isExact(a) ? { top: -a.top, bottom: a.bottom } : { float: -a.float };
}

export function multiply(a: ExactNumber, b: ExactNumber): ExactNumber {
  return isExact(a) && isExact(b)
    ? fraction(a.top * b.top, a.bottom * b.bottom)
    : { float: toNumber(a) * toNumber(b) };
}

export function divide(a: ExactNumber, b: ExactNumber): ExactNumber {
  return isExact(a) && isExact(b)
    ? fraction(a.top * b.bottom, a.bottom * b.top)
    : { float: toNumber(a) / toNumber(b) };
}

/** The remainder has the sign of the dividend. */
export function remainder(a: ExactNumber, b: ExactNumber): ExactNumber {
  if (!isExact(a) || !isExact(b)) return { float: toNumber(a) % toNumber(b) };
  if (b.top === 0n) return { float: Number.NaN };
  const bottom = a.bottom * b.bottom;
  return fraction((a.top * b.bottom) % (b.top * a.bottom), bottom);
}

export function power(base: ExactNumber, exponent: ExactNumber): ExactNumber {
  const float = { float: toNumber(base) ** toNumber(exponent) };
  if (!isExact(base) || !isExact(exponent) || exponent.bottom !== 1n) return float;
  const times = abs(exponent.top);
  const bits = BigInt(Math.max(bitsOf(base.top), bitsOf(base.bottom)));
  if (bits * times > BigInt(MAX_BITS)) return float;
  return exponent.top < 0n
    ? fraction(base.bottom ** times, base.top ** times)
    : fraction(base.top ** times, base.bottom ** times);
}

export function toNumber(value: ExactNumber): number {
  if (!isExact(value)) return value.float;
  const { top, bottom } = value;
  if (bottom === 1n) return Number(top);
  // Scaled so that the quotient keeps more digits than a double holds, however small it is.
  const shift = Math.max(0, 64 + bitsOf(bottom) - bitsOf(top));
  const quotient = Number((top << BigInt(shift)) / bottom);
  const half = Math.floor(shift / 2);
  return quotient * 2 ** -half * 2 ** -(shift - half);
}

/** Exact where the digits end and are not many, else as precise as floating point. */
export function formatNumber(value: ExactNumber): string {
  const float = toNumber(value);
  const decimals = isExact(value) ? endingDecimals(value.bottom) : undefined;
  if (!isExact(value) || decimals === undefined) return String(Object.is(float, -0) ? 0 : float);
  const scaled = (value.top * 10n ** BigInt(decimals)) / value.bottom;
  const digits = abs(scaled)
    .toString()
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const rest = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${scaled < 0n ? "-" : ""}${whole}${rest}`;
}

const MAX_DECIMALS = 30;

/** How many decimals a fraction over `bottom` needs, if they end. */
function endingDecimals(bottom: bigint): number | undefined {
  for (let decimals = 0, scale = 1n; decimals <= MAX_DECIMALS; decimals++, scale *= 10n)
    if (scale % bottom === 0n) return decimals;
  return undefined;
}

function isExact(value: ExactNumber): value is Extract<ExactNumber, { readonly top: bigint }> {
  return "top" in value;
}

function isLarge(value: bigint): boolean {
  return bitsOf(value) > MAX_BITS;
}

function bitsOf(value: bigint): number {
  return abs(value).toString(16).length * 4;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function gcd(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
