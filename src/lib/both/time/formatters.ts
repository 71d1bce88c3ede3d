import { dateLanguage, type DateLanguage } from './date-language.ts'

/**
 * Keeps one formatter per language and form: to create one takes a hundred times as long as to use it.
 * @param create receives a locale whose digits are 0 to 9 and whose calendar is Gregorian
 * @returns gets the formatter of a form in the language of dates; forms come from code, so they are few
 */
export function keepFormatters<Form extends string, Formatter>(
  create: (locale: string, form: Form) => Formatter,
): (form: Form) => Formatter {
  const formatters: Partial<Record<`${DateLanguage} ${Form}`, Formatter>> = {}
  return (form) => {
    const language = dateLanguage()
    return (formatters[`${language} ${form}`] ??= create(`${language}-u-nu-latn-ca-gregory`, form))
  }
}
