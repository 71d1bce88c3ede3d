/** schema.org's description of where a page stands. `site` is the site's address without a final slash. */
export function breadcrumbData(steps: { name: string; path: string }[], site: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site + path,
    })),
  }
}

/** The picture for previews on other sites, which take photographs' formats and no drawings. */
export function previewImage(picture: string): string | undefined {
  return /\.(png|jpe?g|webp)$/i.test(picture) ? picture : undefined
}
