/** What nobody should send, and somebody will. */

/** Texts that travel in an address or a form. */
export const texts = [
  '',
  ' ',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e400',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "1' or '1'='1",
  '"; drop table users; --',
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a\u0000b',
  '\u0007\u001b[31m',
  '\u202eright to left',
  '😀'.repeat(300),
  'x'.repeat(20_000),
]

/** What JSON can put in a field's place besides. */
export const othersThanTexts: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  [],
  [[]],
  [1, 'a', null],
  Array.from({ length: 5000 }, () => 1),
  {},
  { length: 3 },
  { toString: 'x', valueOf: 'x' },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
]

/** All that JSON can put in a field's place. */
export const values: unknown[] = [...texts, ...othersThanTexts, 'lone \ud800 surrogate']

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

export const bodies: [what: string, body: string | Uint8Array<ArrayBuffer>, type?: string][] = [
  ['nothing', ''],
  ['blanks', ' \n'],
  ['broken JSON', '{"a":'],
  ['JSON with a comma too many', '{"a":1,}'],
  ['JSON and more', '{} {}'],
  ['a byte order mark', '\ufeff{}'],
  ['null', 'null'],
  ['a number', '42'],
  ['a text', '"text"'],
  ['true', 'true'],
  ['a list', '[]'],
  ['a list of lists', '[[],[]]'],
  ['a hundred thousand lists in one another', nested(100_000)],
  ['prototype keys', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}'],
  ['a key many times', `{${'"exam_id":1,'.repeat(1000)}"exam_id":{}}`],
  ['ten thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at])))],
  ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ['XML', '<a/>', 'application/xml'],
  ['a form where JSON is due', 'a=1&b=2', 'application/x-www-form-urlencoded'],
  [
    'a form with strange keys',
    '__proto__=1&constructor.prototype.polluted=1&a[b][c]=2&=3&&%',
    'application/x-www-form-urlencoded',
  ],
  ['a form without its boundary', 'a=1', 'multipart/form-data'],
  ['a form with an empty boundary', '----\r\n', 'multipart/form-data; boundary='],
  [
    'a form that is cut off',
    '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n\x89PNG',
    'multipart/form-data; boundary=b',
  ],
  ['a form part without a name', '--b\r\n\r\nvalue\r\n--b--\r\n', 'multipart/form-data; boundary=b'],
  ['an unknown content type', '{}', 'application/x-nothing;;;'],
]
