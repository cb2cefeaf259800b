/**
 * The inside of a character class: what nobody sees in a text (controls, signs of direction, of no width and without a
 * form, halves of characters), though it changes what is read.
 */
export const UNSEEN = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800'
