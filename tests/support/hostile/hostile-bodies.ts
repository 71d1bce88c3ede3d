/** Bodies that cost their sender nothing and a server that does not count a lot: what they are, of which kind, and what is sent. */
export interface HostileBody {
  what: string
  type: string
  bytes: Buffer<ArrayBuffer>
}

const MEGABYTE = 1024 * 1024

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'

/** As often as fits into so many bytes. */
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

/** Fields of names of their own. */
function counted(bytes: number): string {
  const fields = Array.from({ length: bytes / 9 }, (_, at) => `${at.toString(36)}=1`)
  return fields.join('&').slice(0, bytes)
}

const part = (headers: string, value = 'x') => `--b\r\n${headers}\r\n\r\n${value}\r\n`
const named = (name: string) => `content-disposition: form-data; name="${name}"`

/** Forms of any length. */
export const hostileForms: HostileBody[] = [
  ...[1, 2, 10].map((size) => ({
    what: `an urlencoded form of ${size} MB`,
    type: urlencoded,
    bytes: Buffer.from(counted(size * MEGABYTE)),
  })),
  { what: 'an urlencoded form without values', type: urlencoded, bytes: Buffer.from(filled('&', 60_000)) },
  { what: 'an urlencoded form of broken signs', type: urlencoded, bytes: Buffer.from(filled('%&=+', 60_000)) },
  ...[
    ['190,000 parts', filled(part(named('a')), 10 * MEGABYTE)],
    ['files by the thousand', filled(part(`${named('a')}; filename=""`), 10 * MEGABYTE)],
    ['parts without headers', filled('--b\r\n\r\n\r\n', 10 * MEGABYTE)],
    ['boundaries alone', filled('--b\r\n', 10 * MEGABYTE)],
    ['nothing but line ends', filled('\r\n', 10 * MEGABYTE)],
    ['what is nearly a boundary', filled('\r\n--', 10 * MEGABYTE)],
    ['a part with a header of a megabyte', part(filled('x', MEGABYTE))],
    ['a part with headers by the thousand', part(filled('a: b\r\n', MEGABYTE).trim())],
    ['a part with a folded header', part(`a: b\r\n${filled(' c\r\n', MEGABYTE)}`.trim())],
    ['a part with a name of a megabyte', part(named(filled('x', MEGABYTE)))],
    ['a part whose name is all backslashes', part(named(filled('\\', 7000)))],
    ['a text of 10 MB where a field is due', part(named('name'), filled('x', 10 * MEGABYTE))],
    ['a file of 10 MB', part(`${named('avatar')}; filename="a.png"`, filled('x', 10 * MEGABYTE))],
  ].map(([what, text]) => ({ what: `a form of ${what}`, type: multipart, bytes: Buffer.from(`${text}--b--\r\n`) })),
  {
    what: 'a form whose boundary is nearly its content',
    type: `multipart/form-data; boundary=${'-'.repeat(60)}b`,
    bytes: Buffer.from(filled('-', 10 * MEGABYTE)),
  },
  {
    what: 'a form with a boundary of thousands of characters',
    type: `multipart/form-data; boundary=${'-'.repeat(8000)}b`,
    bytes: Buffer.from(filled('-', 10 * MEGABYTE)),
  },
]

const most = MEGABYTE - 100

/** JSON of a megabyte, the most that a call takes. */
export const hostileJson: HostileBody[] = [
  ['lists in one another', filled('[', most)],
  ['lists in one another, closed', filled('[', most / 2) + filled(']', most / 2)],
  ['objects in one another', filled('{"a":', most)],
  ['objects in one another, closed', `${filled('{"a":', most / 6)}1${filled('}', most / 6)}`],
  ['500,000 elements', `[${filled('1,', most)}1]`],
  ['empty lists', `[${filled('[],', most)}1]`],
  ['many keys', `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['one key again and again', `{${filled('"a":1,', most)}"a":1}`],
  ['nothing but blanks', filled(' ', most)],
  ['nothing but quotes', filled('"', most)],
  ['nothing but backslashes in a text', `"${filled('\\', most)}`],
  ['a number', filled('1', most)],
].map(([what, text]) => ({ what: `JSON of ${what}`, type: 'application/json', bytes: Buffer.from(text!) }))

/** What a schema has to look at: long texts, and as many wrong things as JSON may hold. */
export function hostileFields(field: string): HostileBody[] {
  return [
    ['a list of 9,900 wrong things', `[${filled('{},', 9_900 * 3)}1]`],
    ['an object of 4,900 keys', `{${filled('"k":{},', 4_900 * 7)}"k":1}`],
    ...['x', ' ', '@', '1,', '\\r\\n', 'a.'].map((text) => [JSON.stringify(text), `"${filled(text, most - 50)}"`]),
  ].map(([what, value]) => ({
    what: `${field} is ${what}`,
    type: 'application/json',
    bytes: Buffer.from(`{"${field}":${value}}`),
  }))
}

/** Bytes in the pieces in which a socket brings them. */
export function inPieces(bytes: Buffer<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += 64 * 1024)))
    },
  })
}
