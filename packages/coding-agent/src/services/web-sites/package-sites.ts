// Registries of packages: what a package is, its newest version, where it comes from, its own words.
import { factLines, type JsonView, paragraphs } from "./json-view.ts";
import { type SiteHandler, type SiteSource, sitePage } from "./site-handler.ts";

interface Package {
  readonly title: string;
  readonly summary?: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly body?: string;
}

function registry(
  name: string,
  host: string,
  path: RegExp,
  source: (...names: string[]) => string | readonly SiteSource[],
  view: (json: JsonView, more: string) => Package,
): SiteHandler {
  return sitePage(name, [host], path, (names) => {
    const where = source(...names);
    return {
      sources: typeof where === "string" ? [{ url: where }] : where,
      render: ([first, second]) => {
        if (first === undefined) return "";
        const { title, summary = "", facts, body = "" } = view(first.json, second?.text ?? "");
        return title === "" ? "" : paragraphs(`# ${title}`, summary, factLines(facts), body);
      },
    };
  });
}

export const packageSites: readonly SiteHandler[] = [
  registry(
    "npm",
    "npmjs.com",
    /^\/package\/((?:@[^/]+\/)?[^/]+)$/,
    (name) => `https://registry.npmjs.org/${name}`,
    (json) => ({
      title: json.text("name"),
      summary: json.text("description"),
      facts: {
        Version: json.text("dist-tags.latest"),
        License: json.text("license"),
        Homepage: json.text("homepage"),
        Repository: json.text("repository.url"),
      },
      body: json.text("readme"),
    }),
  ),
  registry(
    "pypi",
    "pypi.org",
    /^\/project\/([^/]+)(?:\/[^/]+)?$/,
    (name) => `https://pypi.org/pypi/${name}/json`,
    (json) => ({
      title: json.text("info.name"),
      summary: json.text("info.summary"),
      facts: {
        Version: json.text("info.version"),
        License: json.text("info.license_expression") || json.text("info.license").slice(0, 100),
        Python: json.text("info.requires_python"),
        Requires: json.text("info.requires_dist"),
        Homepage: json.text("info.home_page") || json.text("info.project_urls.Homepage"),
      },
      body: json.text("info.description"),
    }),
  ),
  registry(
    "crates-io",
    "crates.io",
    /^\/crates\/([^/]+)(?:\/[^/]+)?$/,
    (name) => `https://crates.io/api/v1/crates/${name}`,
    (json) => ({
      title: json.text("crate.name"),
      summary: json.text("crate.description"),
      facts: {
        Version: json.text("crate.max_stable_version") || json.text("crate.newest_version"),
        License: json.text("versions.0.license"),
        Downloads: json.text("crate.downloads"),
        Documentation: json.text("crate.documentation"),
        Repository: json.text("crate.repository"),
      },
    }),
  ),
  registry(
    "rubygems",
    "rubygems.org",
    /^\/gems\/([^/]+)$/,
    (name) => `https://rubygems.org/api/v1/gems/${name}.json`,
    (json) => ({
      title: json.text("name"),
      summary: json.text("info"),
      facts: {
        Version: json.text("version"),
        License: json.text("licenses"),
        Downloads: json.text("downloads"),
        Homepage: json.text("homepage_uri"),
        Repository: json.text("source_code_uri"),
      },
    }),
  ),
  registry(
    "packagist",
    "packagist.org",
    /^\/packages\/([^/]+\/[^/]+)$/,
    (name) => `https://packagist.org/packages/${name}.json`,
    (json) => ({
      title: json.text("package.name"),
      summary: json.text("package.description"),
      facts: {
        Version: json.keys("package.versions").find((version) => /^v?\d/.test(version)) ?? "",
        Downloads: json.text("package.downloads.total"),
        Repository: json.text("package.repository"),
      },
    }),
  ),
  registry(
    "hex",
    "hex.pm",
    /^\/packages\/([^/]+)$/,
    (name) => `https://hex.pm/api/packages/${name}`,
    (json) => ({
      title: json.text("name"),
      summary: json.text("meta.description"),
      facts: {
        Version: json.text("latest_stable_version") || json.text("releases.0.version"),
        License: json.text("meta.licenses"),
        Documentation: json.text("docs_html_url"),
      },
    }),
  ),
  registry(
    "pub-dev",
    "pub.dev",
    /^\/packages\/([^/]+)$/,
    (name) => `https://pub.dev/api/packages/${name}`,
    (json) => ({
      title: json.text("name"),
      summary: json.text("latest.pubspec.description"),
      facts: {
        Version: json.text("latest.version"),
        Homepage: json.text("latest.pubspec.homepage"),
        Repository: json.text("latest.pubspec.repository"),
      },
    }),
  ),
  registry(
    "dockerhub",
    "hub.docker.com",
    /^\/(?:r\/([^/]+\/[^/]+)|_\/([^/]+))$/,
    (name, official) => `https://hub.docker.com/v2/repositories/${name || `library/${official}`}/`,
    (json) => ({
      title: json.text("name"),
      summary: json.text("description"),
      facts: { Pulls: json.text("pull_count"), Stars: json.text("star_count") },
      body: json.text("full_description"),
    }),
  ),
  registry(
    "huggingface",
    "huggingface.co",
    /^\/((?!datasets|spaces|docs|api|blog)[^/]+\/[^/]+)$/,
    (name) => [
      { url: `https://huggingface.co/api/models/${name}` },
      { url: `https://huggingface.co/${name}/raw/main/README.md`, isOptional: true },
    ],
    (json, readme) => ({
      title: json.text("id"),
      facts: {
        Task: json.text("pipeline_tag"),
        Library: json.text("library_name"),
        Downloads: json.text("downloads"),
        Likes: json.text("likes"),
      },
      body: readme.replace(/^---\n[\s\S]*?\n---\n/, ""),
    }),
  ),
];
