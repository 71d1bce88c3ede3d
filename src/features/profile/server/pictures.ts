import type { LearnerContext } from '#core/context.ts'
import { mayBeStored } from '#db/faults.ts'
import { exchangePicture } from '#features/auth/server/accounts.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { storePublicImage, type ImageShape } from '#providers/images/uploaded-image.ts'
import type {
  changeAvatar as avatarContract,
  changeCover as coverContract,
  removePicture as removeContract,
} from '../profile.contract.ts'
import { messages } from '../profile.rules.ts'
import { freeFiles, removeFreedFiles } from './freed-files.ts'
import { ownProfileOf } from './own-profile.ts'

const shapes: Record<'avatar' | 'cover', ImageShape> = {
  avatar: { width: 512, height: 512, fit: 'cover' },
  cover: { width: 1600, height: 400, fit: 'cover' },
}

/** Puts a new picture in the place of the old one. @throws ApiError 422 naming `avatar`, 429 when many are under way */
export async function changeAvatar(ctx: LearnerContext, { body }: InputOf<typeof avatarContract>) {
  return put(ctx, 'avatar', body.avatar)
}

/** The same for the picture above the profile. @throws ApiError 422 naming `cover`, 429 when many are under way */
export async function changeCover(ctx: LearnerContext, { body }: InputOf<typeof coverContract>) {
  return put(ctx, 'cover', body.cover)
}

/** Takes a picture away; one that is not there is no error. */
export async function removePicture(ctx: LearnerContext, { body }: InputOf<typeof removeContract>) {
  return exchange(ctx, body.picture, null)
}

async function put(ctx: LearnerContext, which: 'avatar' | 'cover', file: File) {
  const address = await storePublicImage(ctx.files, file, which, shapes[which])
  try {
    return await exchange(ctx, which, address)
  } catch (error) {
    // A file too many does no harm; a row whose file is gone is a broken picture.
    if (!mayBeStored(error)) await ctx.files.remove(address)
    throw error
  }
}

/** @throws ApiError 401 when the account has ended meanwhile */
async function exchange(ctx: LearnerContext, which: 'avatar' | 'cover', address: string | null) {
  const row = await ctx.db.transaction().execute(async (tx) => {
    const { account, before } = await exchangePicture(tx, ctx.user.id, which, address)
    await freeFiles(tx, [{ file: before, isPrivate: false }])
    return account
  })
  await removeFreedFiles(ctx)
  return { status: true, success: true, message: messages.saved, msg: messages.saved, user: ownProfileOf(row) }
}
