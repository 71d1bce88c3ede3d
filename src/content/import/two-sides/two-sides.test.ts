import { describe, expect, it } from 'vitest'
import { storedSite } from '#core/site/site.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { edited } from '../../../../tests/support/packs/pack.ts'
import { changesOf, contentOfTwoSides, doubts, files } from '../../../../tests/support/packs/two-sides.ts'

const { opened, bring, refusal, moveClass, marks, classes } = contentOfTwoSides()

describe('an import that would overwrite a change of the console', () => {
  it('lists it with what both sides say, and imports nothing', async () => {
    await moveClass()
    const before = await contentRows(opened().db)
    const other = edited(files, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    expect(await refusal(other)).toEqual([
      "live_class doubts, starts: '2026-03-09 17:00' in the console, 'today 18:00' in the pack",
      "live_class doubts, ends: '2026-03-09 18:00' in the console, 'today 19:00' in the pack",
      "live_class doubts, title: 'Doubts, at five' in the console, 'Doubt clearing' in the pack",
    ])
    expect(await contentRows(opened().db)).toEqual(before)
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends', 'title'] }])
  })

  it('keeps exactly that with the console on its side, and imports all else', async () => {
    await moveClass()
    let other = edited(files, 'live-classes.yaml', 'mentor: Lekha Varma', 'mentor: Nimmi Joseph')
    other = edited(other, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    const result = await bring(other, { side: 'console' })
    expect(changesOf(result)).toEqual(['courses', 'liveClasses'])
    const row = await opened()
      .db.selectFrom('live_classes')
      .selectAll()
      .where('key', '=', doubts.key)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ title: 'Doubts, at five', starts_rule: null, tutor_name: 'Nimmi Joseph' })
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends', 'title'] }])
    expect(changesOf(await bring(other, { side: 'console' }))).toEqual([])
    expect(await refusal(other)).toHaveLength(3)
  })

  it('overwrites it with the pack on its side, and forgets that it was changed', async () => {
    await moveClass()
    const { conflicts } = await bring(files, { side: 'pack' })
    expect(conflicts).toHaveLength(3)
    expect(await classes()).toContainEqual({ key: 'doubts', title: 'Doubt clearing', starts_rule: 'today 18:00' })
    expect(await marks()).toEqual([])
    expect(await refusal(edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts again'))).toEqual([])
  })

  it('is none where the pack says the same, which is no change of the console any more', async () => {
    await moveClass()
    const same = edited(
      edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts, at five'),
      'live-classes.yaml',
      'starts: today 18:00',
      'starts: 2026-03-09 17:00:00',
    )
    const later = edited(same, 'live-classes.yaml', 'ends: today 19:00', 'ends: 2026-03-09 18:00')
    await bring(later)
    expect(await marks()).toEqual([])
    expect(await refusal(edited(later, 'live-classes.yaml', 'Doubts, at five', 'Doubts again'))).toEqual([])
  })

  it('forgets of a mark what both say alike, and keeps the rest', async () => {
    await moveClass()
    const half = edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts, at five')
    await bring(half, { side: 'console' })
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends'] }])
  })

  it('keeps with the start of a class its end, which the pack has an hour later', async () => {
    await moveClass()
    await opened().db.updateTable('content_changes').set({ fields: '["starts"]' }).execute()
    await bring(files, { side: 'console' })
    const { starts_at, ends_at } = await opened()
      .db.selectFrom('live_classes')
      .select(['starts_at', 'ends_at'])
      .where('key', '=', doubts.key)
      .executeTakeFirstOrThrow()
    expect(ends_at - starts_at).toBe(HOUR)
  })

  it('tries it without doing anything, and says what else would change', async () => {
    await moveClass()
    const before = await contentRows(opened().db)
    const version = (await storedSite(opened().db))!.contentVersion
    const other = edited(files, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    const tried = await bring(other, { dryRun: true })
    expect(changesOf(tried)).toEqual(['courses'])
    expect(tried.conflicts).toHaveLength(3)
    expect(changesOf(await bring(other, { dryRun: true, side: 'pack' }))).toEqual(['courses', 'liveClasses'])
    expect(await contentRows(opened().db)).toEqual(before)
    expect((await storedSite(opened().db))!.contentVersion).toBe(version)
    expect(await marks()).toHaveLength(1)
  })
})
