import type { Db } from '#db/database.ts'

/** @returns the id of the category of this name, which is there then */
export async function nameCategory(tx: Db, title: string): Promise<number> {
  const { id } = await tx
    .insertInto('news_categories')
    .values({ title })
    .onConflict((known) => known.column('title').doUpdateSet({ retired: 0 }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lets those categories be there that news have which are not withdrawn, as an import does. */
export async function tidyCategories(tx: Db): Promise<void> {
  for (const retired of [0, 1])
    await tx
      .updateTable('news_categories')
      .set({ retired })
      .where('retired', '!=', retired)
      .where(({ exists, not, selectFrom }) => {
        const shown = exists(
          selectFrom('news')
            .select('news.id')
            .whereRef('news.category_id', '=', 'news_categories.id')
            .where('news.retired', '=', 0),
        )
        return retired === 0 ? shown : not(shown)
      })
      .execute()
}
