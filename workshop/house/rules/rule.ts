/** A rule that lint cannot see: why it holds, how to mend a breach, and what breaks it now. */
export type Rule = { rule: string; why: string; mend: string; breaches: () => readonly string[] }
