import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** A statement of the product that writes, or the name of a table given to a function that does. */
export interface TableWrite {
  file: string
  /** Undefined where only the running program knows it. */
  table: string | undefined
}

const writers = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

/** `insert into users`, `update users set`, `delete from users` in SQL of our own; a name that is put in counts, too. */
const rawWrite = /\b(?:(?:insert(?:\s+or\s+\w+)?|replace|merge)\s+into|delete\s+from|truncate\s+table)\s+(\w+|\$)/gi
const rawUpdate = /\bupdate\s+(\w+|\$)\s+(?:as\s+\w+\s+)?set\b/gi

/**
 * Reads every statement of the product's code that writes, where it stands.
 * @param carriers functions that write to tables they are told, and which of their arguments tells them
 */
export function tableWrites(carriers: Readonly<Record<string, number>>): TableWrite[] {
  return globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => tablesWritten(readFileSync(file, 'utf8'), carriers).map((table) => ({ file, table })))
}

/** The tables that some code writes, in order. */
export function tablesWritten(code: string, carriers: Readonly<Record<string, number>> = {}): (string | undefined)[] {
  const found: (string | undefined)[] = []
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node)
      if (writers.has(name)) found.push(...namedIn(node.arguments[0]))
      else if (Object.hasOwn(carriers, name)) found.push(...namedIn(node.arguments[carriers[name]!]))
    }
    const text = textOf(node)
    if (text !== undefined) found.push(...rawTables(text))
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('code.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS))
  return found
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : ''
}

/** 'users as learner' is users; of a list each. */
function namedIn(argument: ts.Expression | undefined): (string | undefined)[] {
  if (argument && ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap((each) => namedIn(each))
  if (argument && ts.isStringLiteralLike(argument)) return [argument.text.split(' ')[0]]
  return [undefined]
}

/** A text as it is written, with `$` in the place of what is put in. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `$${literal.text}`).join('')
}

function rawTables(text: string): (string | undefined)[] {
  return [rawWrite, rawUpdate].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => (name === '$' ? undefined : name!.toLowerCase())),
  )
}

/** The tables that a file adds to `Database`. */
export function tablesDeclaredIn(file: string): string[] {
  const names: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'Database') {
      for (const member of node.members) if (member.name && ts.isIdentifier(member.name)) names.push(member.name.text)
    }
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return names
}
