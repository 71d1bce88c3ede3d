/** Digits of India's calling code. In a file of its own, so that pages without phone fields get no parser. */
export const INDIA = '91'
