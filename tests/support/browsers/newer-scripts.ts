import {
  parse,
  type AnyNode,
  type CallExpression,
  type Identifier as IdentifierNode,
  type MemberExpression,
} from 'acorn'
import type { Identifier } from '@mdn/browser-compat-data'
import { compat, featuresBelow, isNewer } from './compat.ts'

/** Interfaces of browsers, and what belongs to the language, by name. */
const globals = new Map([...featuresBelow(compat.api), ...featuresBelow(compat.javascript.builtins!)])

/** Objects of every page and worker, by the interface they have. */
const instances = new Map([
  ['navigator', 'Navigator'],
  ['document', 'Document'],
  ['window', 'Window'],
  ['self', 'Window'],
  ['globalThis', 'Window'],
  ['location', 'Location'],
  ['history', 'History'],
  ['performance', 'Performance'],
  ['crypto', 'Crypto'],
  ['caches', 'CacheStorage'],
])

/** Functions whose argument is a selector. */
const selecting = new Set(['matches', 'closest', 'querySelector', 'querySelectorAll'])

/** The newest edition of the language of which the oldest browsers know the whole syntax. */
const ECMASCRIPT = 2023

/** Features by their name: a script does not say of which kind its objects and elements are. */
function byName(groups: Identifier[], isWanted: (name: string) => boolean): Map<string, Identifier[]> {
  const found = new Map<string, Identifier[]>()
  for (const [name, feature] of groups.flatMap(featuresBelow))
    if (feature.__compat && isWanted(name)) found.set(name, [...(found.get(name) ?? []), feature])
  return found
}

/** Members of interfaces that the oldest browsers have: objects of others come from a name that is noted itself. */
const members = byName(
  [...globals.values()].filter((owner) => !isNewer(owner)),
  (name) => !name.endsWith('_static'),
)
const methodsOfLanguage = new Set(featuresBelow(compat.javascript.builtins!).flatMap(([, owner]) => Object.keys(owner)))

const attributes = byName(
  [compat.html.global_attributes!, ...featuresBelow(compat.html.elements!).map(([, element]) => element)],
  () => true,
)
const newerAttributes = new Set([...attributes].flatMap(([name, all]) => (all.every(isNewer) ? [name] : [])))

const isNewerMember = (name: string) => members.get(name)?.every(isNewer) ?? false

/**
 * Finds features that the oldest browsers lack in a script. A method that is called only where it exists (`a.b?.()`) is not
 * named.
 * @returns each once: `URL.canParse`, `.toSorted`, `:popover-open`, `scrollend event`, `popover attribute`
 * @throws SyntaxError of a script whose syntax they do not know
 */
export function newerInScript(text: string): string[] {
  const found = new Set<string>()
  const note = (name: string | undefined) => name !== undefined && found.add(name)
  const program = parse(text, { ecmaVersion: ECMASCRIPT, sourceType: 'module', allowReturnOutsideFunction: true })
  const ownNames = new Set<string>()
  walk(program, (node, parent) => {
    if (node.type === 'Property' && node.key.type === 'Identifier' && parent?.type === 'ObjectExpression')
      ownNames.add(node.key.name)
  })
  walk(program, (node, parent) => {
    if (node.type === 'MemberExpression')
      note(isGuarded(node, parent) ? undefined : newerMember(node, ownNames, isUsed(node, parent)))
    else if (node.type === 'Identifier') note(newerGlobal(node, parent))
    else if (node.type === 'Property' && node.key.type === 'Identifier' && parent?.type === 'ObjectExpression')
      note(newerAttributes.has(node.key.name.toLowerCase()) ? `${node.key.name} attribute` : undefined)
    else if (node.type === 'CallExpression') for (const name of newerInCall(node)) note(name)
  })
  return [...found].toSorted()
}

const isGuarded = (node: MemberExpression, parent: AnyNode | undefined) =>
  parent?.type === 'CallExpression' && parent.optional && parent.callee === node

function nameOfProperty({ property, computed }: MemberExpression): string | undefined {
  if (property.type === 'Identifier') return computed ? undefined : property.name
  return textOf(property)
}

/** The text of a string; minified scripts write one with backticks. */
function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** True for a call and an assignment. */
const isUsed = (node: MemberExpression, parent: AnyNode | undefined) =>
  (parent?.type === 'CallExpression' && parent.callee === node) ||
  (parent?.type === 'AssignmentExpression' && parent.left === node)

/**
 * @param ownNames what objects of the script itself have
 * @param used a plain word that is only read, such as `.icon`, may be a field of any data
 */
function newerMember(node: MemberExpression, ownNames: Set<string>, used: boolean): string | undefined {
  const name = nameOfProperty(node)
  if (name === undefined) return undefined
  if (node.object.type === 'Identifier') {
    const { name: owner } = node.object
    const known = globals.get(instances.get(owner) ?? owner)
    const member = known?.[`${name}_static`] ?? known?.[name]
    if (member) return isNewer(member) ? `${owner}.${name}` : undefined
    if (instances.get(owner) === 'Window' && globals.has(name)) return isNewer(globals.get(name)) ? name : undefined
  }
  if (!methodsOfLanguage.has(name) && (ownNames.has(name) || !(used || /[A-Z]/.test(name)))) return undefined
  return isNewerMember(name) ? `.${name}` : undefined
}

function newerGlobal({ name }: IdentifierNode, parent: AnyNode | undefined): string | undefined {
  const isName =
    (parent?.type === 'MemberExpression' && !parent.computed && nameOfProperty(parent) === name) ||
    (parent?.type === 'Property' && !parent.shorthand) ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition' ||
    (parent?.type === 'UnaryExpression' && parent.operator === 'typeof')
  const feature = globals.get(name) ?? compat.api.Window?.[name]
  return !isName && isNewer(feature) ? name : undefined
}

function newerInCall({ callee, arguments: [first] }: CallExpression): string[] {
  const text = textOf(first)
  const name =
    callee.type === 'MemberExpression' ? nameOfProperty(callee) : callee.type === 'Identifier' ? callee.name : undefined
  if (text === undefined || name === undefined) return []
  if (name === 'addEventListener') return isNewerMember(`${text}_event`) ? [`${text} event`] : []
  if (!selecting.has(name)) return []
  return [...text.matchAll(/:{1,2}([a-z-]+)/g)].flatMap(([pseudo, of = '']) =>
    isNewer(compat.css.selectors![of]) ? [pseudo] : [],
  )
}

function walk(node: AnyNode, visit: (node: AnyNode, parent: AnyNode | undefined) => void, parent?: AnyNode): void {
  visit(node, parent)
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as AnyNode, visit, node)
}
