// Which hosts a grant covers. Pure.

/** `host`, `*.host`, either with `:port`; an IPv6 address stands in brackets. */
export interface HostGrant {
  readonly host: string;
  readonly port?: number;
}

const GRANT =
  /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::(\d{1,5}))?$/i;

/** The grant that a text means, or undefined when it is none. `*` alone is none: that is the whole network. */
export function parseGrant(text: string): HostGrant | undefined {
  const [, star = "", host, port] = GRANT.exec(text.trim()) ?? [];
  if (host === undefined || (star !== "" && !host.includes("."))) return undefined;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  const name = `${star}${host}`.toLowerCase();
  return port === undefined ? { host: name } : { host: name, port: Number(port) };
}

/** Whether one of the grants covers a connection. */
export function isGranted(grants: readonly HostGrant[], host: string, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return grants.some((grant) => {
    if (grant.port !== undefined && grant.port !== port) return false;
    if (!grant.host.startsWith("*.")) return grant.host === name;
    return name.endsWith(grant.host.slice(1)) && name.length > grant.host.length - 1;
  });
}

/** Whether a grant names this machine itself, which an address that a name leads to must not. */
export function isOwnAddress(address: string): boolean {
  const mapped = address.toLowerCase().replace(/^::ffff:/, "");
  return (
    /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      mapped,
    ) || /^(::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(mapped)
  );
}
