import { LOGIN_PICTURE, type LoginPanel } from '#core/site/site.ts'
import type { PackFile } from '../../schemas/schemas.ts'
import type { PackReader } from '../pack-reader.ts'
import type { YamlFile } from '../yaml-file.ts'

/** Reads the panel beside the log-in form. A slogan without a text stands alone. */
export async function readLoginPanel(
  reader: PackReader,
  file: YamlFile,
  { slogan, text, picture }: NonNullable<PackFile['login']> = {},
): Promise<LoginPanel> {
  return {
    slogan: slogan ?? null,
    text: text ?? null,
    picture: picture === undefined ? null : await reader.picture(file, ['login', 'picture'], picture, LOGIN_PICTURE),
  }
}
