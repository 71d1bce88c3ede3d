import { createElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Rows } from './rows.ts'

// In a transition, as Astro hydrates islands.
startTransition(() => void hydrateRoot(document.querySelector('main')!, createElement(Rows)))
