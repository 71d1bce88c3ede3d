import sanitizeHtml from 'sanitize-html'

/** Elements a still drawing needs: none that runs, moves, embeds a document, leads elsewhere or holds a style sheet. */
const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence'
  ).split(' '),
)

/**
 * Says why an SVG must not be served: scripts, event handlers, foreign content or references to anything outside it.
 * An SVG in an `img` cannot run scripts, but the same file opened by its address could.
 * @returns problems, empty when the drawing is harmless
 */
export function svgProblems(bytes: Uint8Array): string[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ['is not UTF-8']
  }
  const problems = new Set<string>()
  const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1]
  if (encoding && encoding.toLowerCase() !== 'utf-8') problems.add(`says it is ${encoding}, not UTF-8`)
  // Entities of a document type can hide anything from the checks below.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) problems.add('has a document type (<!DOCTYPE>)')
  if (/<\?(?!xml\s)/i.test(text)) problems.add('has a processing instruction (<?…>)')
  if (/<!\[CDATA\[/.test(text)) problems.add('has a CDATA section')

  let root = ''
  // sanitize-html as a reader: it visits every element with its attributes decoded; what it returns is not used.
  sanitizeHtml(text, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      '*': (tagName, attribs) => {
        root ||= tagName
        if (!elements.has(tagName)) problems.add(`has the element <${tagName}>`)
        for (const [name, value] of Object.entries(attribs)) checkAttribute(tagName, name, value, problems)
        return { tagName, attribs }
      },
    },
  })
  if (root !== 'svg') problems.add('does not begin with <svg>')
  return [...problems]
}

function checkAttribute(tag: string, name: string, value: string, problems: Set<string>): void {
  if (/^on/i.test(name)) problems.add(`has the event handler ${name}`)
  else if (/^(.*:)?href$/i.test(name) && !/^#[\w-]+$/.test(value)) {
    problems.add(`refers to '${value.slice(0, 60)}' outside it (${name} of <${tag}>)`)
  } else if (/^xmlns(:|$)/.test(name)) {
    if (!/^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$/.test(value))
      problems.add(`uses the foreign namespace ${value}`)
  } else if (/script\s*:/i.test(value)) problems.add(`has a script in ${name}`)
  else checkValue(value, name, problems)
}

function checkValue(value: string, name: string, problems: Set<string>): void {
  // Most attributes are read as CSS, where a backslash can spell `url` so that it is not found.
  if (/\\|@import|image-set|src\s*\(/i.test(value)) problems.add(`has a reference or an escape in ${name}`)
  for (const [, target = ''] of value.matchAll(/url\s*\(\s*["']?([^)]*)/gi)) {
    if (!target.startsWith('#')) problems.add(`refers to '${target.slice(0, 60)}' outside it (${name})`)
  }
}
