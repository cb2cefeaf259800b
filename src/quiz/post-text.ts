/** The longest text beside a report in the community, in characters as people count them. */
export const POST_TEXT_MAX = 280
