/** Returns whether a search for learners has enough text to be sent: two letters or digits, or a transaction number. */
export const isEnoughToSearch = (text: string) => /[\p{L}\p{N}][^]*[\p{L}\p{N}]|^#\s?\d/u.test(text)
