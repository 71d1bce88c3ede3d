import { parse, walk, type Atrule, type CssNode, type Declaration, type FunctionNode } from 'css-tree'
import type { Identifier } from '@mdn/browser-compat-data'
import { compat, featuresBelow, isNewer } from './compat.ts'

/** Functions that stand in values, such as `light-dark`, by name. */
const functions = new Map<string, Identifier[]>()
const collectFunctions = (group: object) => {
  for (const [name, feature] of featuresBelow(group)) {
    const known = name.replace(/_function$/, '')
    functions.set(known, [...(functions.get(known) ?? []), feature])
    collectFunctions(feature)
  }
}
collectFunctions(compat.css.types!)

const isNewerFunction = (name: string) => {
  const all = functions.get(name) ?? []
  return all.length > 0 && all.every(isNewer)
}

/**
 * Finds features that the oldest browsers lack in a style sheet. Rules in `@supports` are not named, nor is a value after
 * another of the same property that they know.
 * @returns each once: `text-wrap: balance`, `light-dark()`, `:popover-open`, `@starting-style`, `nesting`
 */
export function newerInStyle(text: string): string[] {
  const found = new Set<string>()
  const check = (node: CssNode, guarded: boolean, inRule: boolean) => {
    if (node.type === 'Rule') {
      if (inRule) found.add('nesting')
      if (!guarded) for (const name of newerSelectors(node.prelude)) found.add(name)
      checkBlock(node.block.children.toArray(), guarded, true)
    } else if (node.type === 'Atrule') {
      if (!guarded) for (const name of newerAtrule(node)) found.add(name)
      checkBlock(node.block?.children.toArray() ?? [], guarded || node.name === 'supports', inRule)
    }
  }
  const checkBlock = (nodes: CssNode[], guarded: boolean, inRule: boolean) => {
    const known = new Set<string>()
    for (const node of nodes) {
      if (node.type !== 'Declaration') check(node, guarded, inRule)
      else {
        const newer = newerInDeclaration(node)
        if (newer.length === 0) known.add(node.property)
        if (!guarded && !known.has(node.property)) for (const name of newer) found.add(name)
      }
    }
  }
  const sheet = parse(text, { parseCustomProperty: true })
  if (sheet.type === 'StyleSheet') checkBlock(sheet.children.toArray(), false, false)
  return [...found].toSorted()
}

function newerInDeclaration({ property, value }: Declaration): string[] {
  if (/^-[a-z]/.test(property)) return []
  const feature = property.startsWith('--') ? undefined : compat.css.properties![property]
  if (isNewer(feature)) return [property]
  const found: string[] = []
  walk(value, (node) => {
    if (node.type === 'Function') found.push(...newerInFunction(node))
    else if (node.type === 'Identifier' && isNewer(feature?.[node.name])) found.push(`${property}: ${node.name}`)
  })
  return found
}

function newerInFunction({ name, children }: FunctionNode): string[] {
  if (isNewerFunction(name)) return [`${name}()`]
  const { first } = children
  const isRelative = first?.type === 'Identifier' && first.name === 'from'
  return isRelative && isNewer(compat.css.types!.color?.[name]?.relative_syntax) ? [`${name}(from)`] : []
}

function newerSelectors(prelude: CssNode): string[] {
  const found: string[] = []
  walk(prelude, (node) => {
    if (node.type !== 'PseudoClassSelector' && node.type !== 'PseudoElementSelector') return
    const mark = node.type === 'PseudoClassSelector' ? ':' : '::'
    if (!node.name.startsWith('-') && isNewer(compat.css.selectors![node.name])) found.push(`${mark}${node.name}`)
  })
  return found
}

function newerAtrule({ name, prelude }: Atrule): string[] {
  if (name.startsWith('-')) return []
  const rule = compat.css['at-rules']![name]
  if (isNewer(rule)) return [`@${name}`]
  const found: string[] = []
  if (prelude)
    walk(prelude, (node) => {
      if (node.type === 'Feature' && isNewer(rule?.[node.name])) found.push(`@${name} ${node.name}`)
    })
  return found
}
