import { handle } from '#core/calls/handle.ts'
import * as contract from './staff/authoring.contract.ts'
import { lookAtFile, storeFile } from './staff/server/content-files.ts'
import { previewText } from './staff/server/preview-text.ts'
import { storePicture } from './staff/server/store-picture.ts'

export const authoringRoutes = [
  handle(contract.storePicture, storePicture),
  handle(contract.storeFile, storeFile),
  handle(contract.lookAtFile, lookAtFile),
  handle(contract.previewText, previewText),
]
