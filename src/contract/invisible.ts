/**
 * The inside of a character class: characters that no language needs in text shown to others, because they render as
 * nothing or only change how text is read (controls, lone surrogates, embedded and overridden directions). Marks,
 * joiners, and components of emoji aren't included.
 */
export const INVISIBLE =
  '\\p{Cc}\\p{Cs}\\u00ad\\u115f\\u1160\\u200b\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}'
