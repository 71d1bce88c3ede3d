/** What is put in the place of what is due. */

export const plausible = [
  '1234',
  'Some text',
  '2026-03-02',
  '2000-01-31',
  '9876543210',
  'a@example.org',
  'exam:1',
  'psc',
  '1,2,3',
  'abcdefghijklmnop',
  'https://push.example.org/one',
  'B'.repeat(87),
  'A'.repeat(22),
]

/** Numbers at the limits of what something can hold. */
export const edges = [
  0,
  1,
  100,
  1000,
  32_767,
  32_768,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -1,
  0.1,
  1e-7,
]

export const moreTexts = [
  'a%00b',
  "\\'; select pg_sleep(9); --",
  '%_\\',
  '${7*7}{{7*7}}',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '\ud83d',
  '\ufffe\uffff',
  'e\u0301'.repeat(200),
  '1e3',
  '0x10',
  '+1',
  ' 7 ',
  '٣',
  '१२',
  '-0',
  'true',
  '1,'.repeat(1000) + '1',
  '9'.repeat(400),
]

/** Stand for numbers that JSON can say and JavaScript cannot. */
export const RAW = '\u0001raw:'
export const rawNumbers = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9007199254740993',
  '1'.repeat(400),
  '1.0000000000000000000000001',
]

export const pathTricks = [
  '%',
  '%00',
  '%ff%fe',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '1%20',
  '1;a=b',
  '%c0%af',
  '1%0d%0aset-cookie:a=b',
  '%ed%a0%80',
]
export const queryTricks = [
  '%',
  '__proto__[a]=1',
  'constructor=1',
  '=',
  '&&&',
  'a=%ff',
  '%00=1',
  'a[]=1&a[]=2',
  'page=1&page=2',
  '+=+',
  '?',
]

export const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=nothing',
  'text/plain',
  'application/xml',
  'image/png',
  ';;;',
  '',
]

export const hostileHeaders: [string, string][] = [
  ['authorization', ''],
  ['authorization', 'Bearer \u00ff\u00fe'],
  ['authorization', `Bearer ${'x'.repeat(4000)}`],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"'.repeat(300)],
  ['x-forwarded-for', "' or 1=1"],
  ['x-forwarded-for', '::::::,1.2.3.4.5,'.repeat(50)],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['x-request-id', '<script>'],
  ['x-request-id', '../../etc'],
  ['user-agent', '\u00ff'.repeat(1000)],
  ['user-agent', 'Mozilla/5.0 ('.repeat(200)],
  ['accept', 'x/'.repeat(500)],
  ['accept-language', '*;q=NaN'],
  ['accept-encoding', 'nothing;q=9'],
  ['cookie', 'a=b; __proto__=c; %'],
  ['origin', 'null'],
  ['range', 'bytes=9-1'],
  ['content-encoding', 'gzip'],
  ['x-http-method-override', 'DELETE'],
]

export const nasty = [
  '\u0000',
  '\u0000',
  '\ud800',
  '\udc00',
  '\u0001',
  '\u007f',
  '\ufffe',
  '\u202e',
  "'",
  '\\',
  '%',
  '\u2028',
]
