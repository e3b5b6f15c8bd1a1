// What statuses, error codes and wordings mean, as tables. The order of use is in `classify.ts`.
import type { ProviderErrorKind } from "../model/provider-error.ts";

/** Kinds that may go away by themselves, by another credential or by another model. */
export const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set([
  "network",
  "overloaded",
  "rate-limit",
  "server",
  "timeout",
  "usage-limit",
]);

/** What a bare status means; the hundreds stand in for the ones that are not listed. */
export const KIND_BY_STATUS: Readonly<Record<number, ProviderErrorKind>> = {
  401: "auth",
  402: "billing",
  403: "auth",
  404: "model-not-found",
  408: "timeout",
  413: "context-overflow",
  429: "rate-limit",
  498: "overloaded",
  503: "overloaded",
  529: "overloaded",
};

/** Codes that say enough by themselves. Lower case, without spaces, dashes and underscores. */
const CODES: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  auth: `authenticationerror invalidapikey unauthorized unauthenticated permissiondenied permissionerror
    permissiondeniederror accessdenied accessdeniedexception unrecognizedclientexception expiredtoken
    expiredtokenexception invalidauthentication invalidsignatureexception incorrectapikeyerror
    invalidauthenticationerror tokenexpired`,
  billing: `insufficientquota billingerror billingnotactive billinghardlimitreached insufficientcredits
    insufficientbalance paymentrequired arrearage exceededcurrentquotaerror 1113 1008`,
  "usage-limit": `usagelimitreached usagenotincluded quotaexceeded quotaexhausted servicequotaexceededexception
    1304 1308 1310`,
  "rate-limit": `ratelimiterror ratelimitexceeded ratelimitreachederror toomanyrequests throttlingexception
    throttling requests tokens 1302 1303`,
  overloaded: `overloaded overloadederror unavailable modelcapacityexhausted serviceunavailable
    serviceunavailableexception modelnotreadyexception capacityexceeded serveroverloaded
    engineoverloadederror slowdown 1305`,
  server: `apierror servererror internalerror internalservererror internal internalserverexception
    modelstreamerrorexception modelerrorexception serverisbusy`,
  timeout: `timeouterror requesttimeout deadlineexceeded modeltimeoutexception`,
  "model-not-found": `notfounderror modelnotfound notfound resourcenotfoundexception modelnotavailable
    modelnotsupported`,
  "content-filter": `contentfilter contentpolicyviolation responsibleaipolicyviolation datainspectionfailed
    contentfiltered moderationblocked 1301`,
  refusal: "refusal",
};

/** Kind of each code, normalised by `normalizeCode`. */
export const KIND_BY_CODE: ReadonlyMap<string, ProviderErrorKind> = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) =>
    codes.split(/\s+/).map((code) => [code, kind as ProviderErrorKind] as const),
  ),
);

/** `RESOURCE_EXHAUSTED`, `rate-limit-exceeded` and `ThrottlingException` in one spelling. */
export function normalizeCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** Wordings, strongest first: used where no code decides, or where vendors reuse one code for all. */
export const WORDINGS: readonly (readonly [ProviderErrorKind, RegExp])[] = [
  [
    "rate-limit",
    /too many tokens, please wait|rate.?limit|too many requests|tokens per (?:min|day)/i,
  ],
  [
    "billing",
    /credit balance is too low|insufficient (?:credits|balance|funds)|payment required|insufficient_quota|billing hard limit|out of credits/i,
  ],
  [
    "usage-limit",
    /usage limit|quota (?:has been )?(?:exceeded|exhausted|reached)|exceeded your current quota|(?:daily|weekly|monthly|hour) (?:usage )?limit|limit will reset/i,
  ],
  [
    "overloaded",
    /overloaded|at capacity|capacity (?:is )?exhausted|model_capacity_exhausted|service unavailable|server is busy|high demand/i,
  ],
  [
    "content-filter",
    /content (?:management |filtering |usage )?(?:policy|filter)|flagged (?:as|by|for)|inappropriate content|safety system/i,
  ],
  [
    "auth",
    /(?:invalid|incorrect|missing|no) (?:x-)?api.?key|invalid (?:bearer )?token|unauthori[sz]ed|authentication|token (?:has )?expired|permission denied/i,
  ],
  [
    "model-not-found",
    /model\W.{0,120}?(?:not found|does not exist|not exist|is not available|not supported)|(?:unknown|no such|invalid) model/i,
  ],
  ["server", /internal (?:server )?error|bad gateway|upstream (?:connect )?error/i],
  ["timeout", /timed? ?out|deadline exceeded|gateway timeout/i],
];
