// Owns the Lark grammars for models whose decoding can be constrained. They describe the strict form;
// the parsers accept more.

/** Strict form of a hashline input. */
export const hashlineGrammar = `start: begin section+ end
begin: "*** Begin Patch" LF
end: "*** End Patch" LF?

section: header op+
header: "¶" PATH ("#" HASH)? LF
op: insert | replace | delete
insert: (NUMBER | "BOF" | "EOF") ("↑" | "↓") payload
replace: range ":" payload
delete: range "!" LF
range: NUMBER ("-" NUMBER)?
payload: TEXT LF (TEXT LF)*

PATH: /[^\\n#]+/
HASH: /[0-9a-f]{4}/
NUMBER: /[1-9][0-9]*/
TEXT: /[^\\n]*/
LF: /\\n/
`;

/** Strict form of an apply_patch input. */
export const applyPatchGrammar = `start: begin operation+ end
begin: "*** Begin Patch" LF
end: "*** End Patch" LF?

operation: add | delete | update
add: "*** Add File: " PATH LF added*
delete: "*** Delete File: " PATH LF
update: "*** Update File: " PATH LF move? hunk+
move: "*** Move to: " PATH LF
hunk: anchor+ line+ ending?
anchor: "@@" (" " TEXT)? LF
added: "+" TEXT LF
line: ("+" | "-" | " ") TEXT LF
ending: "*** End of File" LF

PATH: /[^\\n]+/
TEXT: /[^\\n]*/
LF: /\\n/
`;
