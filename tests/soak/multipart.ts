import type { Random } from '../support/random.ts'

/** A form of the pieces as a socket carries them: names, file names and kinds as they come, a boundary that may not fit. */
export function multipart(
  fields: Record<string, unknown>,
  asText: (value: unknown) => string,
  random: Random,
): { type: string; body: Buffer } {
  const boundary = '----form1234'
  const pieces: Buffer[] = []
  const add = (name: string, value: unknown, file: boolean) => {
    const hostile = random.chance(0.15)
    const filename = file ? `; filename="${hostile ? random.pick(filenames) : 'a.png'}"` : ''
    const type = file ? `content-type: ${hostile ? random.pick(kinds) : 'image/png'}\r\n` : ''
    pieces.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n${type}\r\n`),
      Buffer.isBuffer(value) ? value : Buffer.from(asText(value)),
      Buffer.from('\r\n'),
    )
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    // Where a text is due a file may come, and the other way round.
    const file = Buffer.isBuffer(value) !== random.chance(0.08)
    add(name, value, file)
    if (random.chance(0.05)) add(name, value, file)
  }
  const end = random.chance(0.95) ? `--${boundary}--\r\n` : ''
  const told = random.chance(0.96) ? boundary : random.pick(['', 'other', '"', boundary.slice(1)])
  return { type: `multipart/form-data; boundary=${told}`, body: Buffer.concat([...pieces, Buffer.from(end)]) }
}

const filenames = [
  '../../etc/passwd',
  '',
  'a\u0000.png',
  'x'.repeat(5000),
  '<img src=x>.png',
  'a".png',
  '\u202egnp.exe',
]
const kinds = ['text/html', '', 'image/svg+xml', 'application/octet-stream; a=b', 'x'.repeat(3000)]
