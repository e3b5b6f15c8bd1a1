// Which proxy the environment names for an address, by the customs of curl. Pure.

type Env = Readonly<Record<string, string | undefined>>;

/** Addresses that only this machine can reach, such as those of a cloud's metadata service. */
const LINK_LOCAL = /^(?:169\.254\.|\[fd00:ec2::)/;

/** The proxy for a URL, or undefined when it is to be reached directly. */
export function proxyFor(url: string, env: Env): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (LINK_LOCAL.test(hostname)) return undefined;
  const scheme = protocol.slice(0, -1);
  const named = read(env, `${scheme}_proxy`) ?? read(env, "all_proxy");
  if (named === undefined || !["http", "https"].includes(scheme)) return undefined;
  const proxy = named.includes("://") ? named : `http://${named}`;
  // Other kinds (socks) are not spoken here.
  if (!/^https?:/.test(proxy) || !URL.canParse(proxy)) return undefined;
  const place = port || (scheme === "https" ? "443" : "80");
  return isExcluded(hostname, place, read(env, "no_proxy") ?? "") ? undefined : proxy;
}

function read(env: Env, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

function isExcluded(host: string, port: string, list: string): boolean {
  return list.split(",").some((item) => {
    const entry = item.trim().toLowerCase();
    if (entry === "") return false;
    if (entry === "*") return true;
    const [, name = entry, itsPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (itsPort !== undefined && itsPort !== port) return false;
    const domain = name.replace(/^\*?\./, "");
    return host === domain || host.endsWith(`.${domain}`);
  });
}
