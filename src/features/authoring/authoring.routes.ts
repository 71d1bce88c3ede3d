import { handle } from '#core/calls/handle.ts'
import * as contract from './staff/authoring.contract.ts'
import { previewText } from './staff/server/preview-text.ts'
import { storePicture } from './staff/server/store-picture.ts'

export const authoringRoutes = [handle(contract.storePicture, storePicture), handle(contract.previewText, previewText)]
