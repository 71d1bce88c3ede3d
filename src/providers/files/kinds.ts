import { withCharset } from '#lib/both/text/charset.ts'

const kinds: Record<string, string> = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

/** What a file is sent as, by its name's ending. */
export function contentTypeOf(name: string): string {
  return withCharset(kinds[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
}
