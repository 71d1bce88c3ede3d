/** Elements without attributes: those that text is made of, and those that KaTeX writes. */
const bare =
  'p br hr strong em b i u s sub sup code pre blockquote ul li table thead tbody tr h2 h3 h4 ' +
  'semantics mrow msub msup msubsup msqrt mroot mphantom mtr'

/** Elements with what may stand on them. KaTeX writes spans for the eye, MathML for screen readers, drawings for roots. */
const lines = [
  'ol start',
  'th style',
  'td style',
  'a href rel',
  'img src alt width height loading decoding',
  'span class style aria-hidden',
  'math xmlns display',
  'annotation encoding',
  'mi mathvariant',
  'mn mathvariant',
  'mo mathvariant fence separator stretchy symmetric largeop movablelimits minsize maxsize lspace rspace',
  'mtext mathvariant',
  'mspace width height linebreak mathbackground',
  'mstyle style scriptlevel displaystyle mathcolor mathbackground mathsize',
  'mpadded class style width height depth lspace voffset mathbackground',
  'menclose notation mathbackground',
  'mfrac linethickness',
  'mover accent',
  'munder accentunder',
  'munderover accent accentunder',
  'mtable rowspacing columnspacing columnalign columnlines rowlines width side displaystyle',
  'mtd class style width columnalign',
  'svg xmlns style width height viewBox preserveAspectRatio',
  'path d',
  'line x1 y1 x2 y2 stroke-width',
]

/**
 * What may stand in authored HTML: elements, each with its attributes, and the language of any (marked-html.ts). The server keeps to it, and browsers again, for
 * whose sake it is written so briefly.
 */
export const authoredElements: Readonly<Record<string, string[]>> = Object.fromEntries(
  [...bare.split(' '), ...lines].map((line) => {
    const [name = '', ...attributes] = line.split(' ')
    return [name, [...attributes, 'lang']]
  }),
)
