/** Here email and phone come first, and sharing and children's purposes are hidden (Specification §2, §6). */
export const CHINA = 'CN'

/** VK is offered only here (Specification §2). */
export const RUSSIA = 'RU'
