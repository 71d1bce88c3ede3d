/// <reference types="astro/client" />

import type { PageGuests } from '#lib/both/page-guests.ts'

declare global {
  namespace App {
    interface Locals {
      /** Told by pages that let somebody in. */
      guests?: PageGuests
    }
  }
}
