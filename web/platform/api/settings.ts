import type { Language } from '#domain/platform/languages'

/** A ready-made user of the demo, entered with one click. */
export type Persona = { email: string; password: string; name: string; about: string }

/** What the server wrote into the page: brand, hosts (empty: this origin) and limits. */
export type Settings = {
  brand: { name: string; vendor: string; legalName: string; supportEmail: string; supportPhone: string }
  hosts: { vendorApiUrl: string; onboardingUrl: string; loginUrl: string; checkoutUrl: string; providerScriptUrl: string }
  demo: boolean
  personas: Persona[]
  /** Words by which scripts in shops' pages know us; the customer's pages alone are told. */
  shopWords: string[]
  /** Domain of the session cookie; empty: this host only. */
  cookieDomain: string
  /** Where the use of the back office is told, of those who agree, and our key there; empty: nowhere. Or another provider's script, and its global. */
  analytics: { url: string; key: string; scriptUrl?: string; global?: string }
  /** Those that are offered. */
  languages: readonly Language[]
}

/** For a page that the development server gives without settings. */
const plain: Settings = {
  brand: { name: 'Trastienda', vendor: 'trastienda', legalName: 'Trastienda', supportEmail: '', supportPhone: '' },
  hosts: { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' },
  demo: false,
  personas: [],
  shopWords: [],
  cookieDomain: '',
  analytics: { url: '', key: '' },
  languages: ['es'],
}

let read: { page: Document; settings: Settings } | undefined

function readPage(): Settings {
  const text = document.getElementById('settings')?.textContent ?? ''
  if (text.trim() === '') return plain
  const given = JSON.parse(text) as Partial<Settings> // written by our own server into our own page
  return {
    ...plain,
    ...given,
    brand: { ...plain.brand, ...given.brand },
    hosts: { ...plain.hosts, ...given.hosts },
    personas: given.personas ?? [],
  }
}

/** The settings of this page, read once. */
export function settings(): Settings {
  if (read?.page !== document) read = { page: document, settings: readPage() }
  return read.settings
}
