/**
 * Returns the digits of what was typed or pasted, such as '1234 5678'. A field must not bound the text itself: `maxLength`
 * counts the spaces of a pasted text and cuts off its end.
 * @param max digits that are kept
 */
export const digitsIn = (text: string, max: number): string => text.replace(/\D/g, '').slice(0, max)
