/** The size of the report's picture in pixels, which link previews show whole (Facebook: "Images in Link Shares"). */
export const REPORT_PICTURE_SIZE = { width: 1200, height: 630 } as const
