/**
 * The inside of a character class: what no language needs in a text that others see, since it only changes how the text
 * is read (controls, halves of characters, embedded and overridden directions) or looks like nothing. Marks, joiners,
 * and what emoji are made of are not among it.
 */
export const INVISIBLE =
  '\\p{Cc}\\p{Cs}\\u00ad\\u115f\\u1160\\u200b\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}'
