/**
 * States and union territories as GST numbers them, by name. A place of supply is stored in these words. Countries other
 * than India have one number between them.
 */
export const states = [
  '35 Andaman and Nicobar Islands',
  '37 Andhra Pradesh',
  '12 Arunachal Pradesh',
  '18 Assam',
  '10 Bihar',
  '04 Chandigarh',
  '22 Chhattisgarh',
  '26 Dadra and Nagar Haveli and Daman and Diu',
  '07 Delhi',
  '30 Goa',
  '24 Gujarat',
  '06 Haryana',
  '02 Himachal Pradesh',
  '01 Jammu and Kashmir',
  '20 Jharkhand',
  '29 Karnataka',
  '32 Kerala',
  '38 Ladakh',
  '31 Lakshadweep',
  '23 Madhya Pradesh',
  '27 Maharashtra',
  '14 Manipur',
  '17 Meghalaya',
  '15 Mizoram',
  '13 Nagaland',
  '21 Odisha',
  '34 Puducherry',
  '03 Punjab',
  '08 Rajasthan',
  '11 Sikkim',
  '33 Tamil Nadu',
  '36 Telangana',
  '16 Tripura',
  '09 Uttar Pradesh',
  '05 Uttarakhand',
  '19 West Bengal',
  '96 Outside India',
] as const

/** `32` of `32 Kerala`. */
export const codeOf = (state: string) => state.slice(0, 2)

/** `Kerala` of `32 Kerala`. */
export const nameOf = (state: string) => state.slice(3)

/** `Kerala (32)`, as people read `32 Kerala`. */
export const shownState = (state: string) => `${nameOf(state)} (${codeOf(state)})`

/** The code of a state as somebody types it, `32` or `kerala`; undefined where there is no such state. */
export function stateTyped(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const found = states.find((state) => codeOf(state) === typed || nameOf(state).toLowerCase() === typed)
  return found && codeOf(found)
}
