/** The colour of the browser's own bars: the page colour of each theme as sRGB. */
export const themeColor = { light: '#f9f8f6', dark: '#131117' } as const
