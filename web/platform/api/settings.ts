import type { BrandLook } from '#domain/platform/brandLook'
import type { Language } from '#domain/platform/languages'

/** A demo user that can be signed in with one click. */
export type Persona = { email: string; password: string; name: string; about: string }

/** A demo member of the provider's staff; `secret` is that of their authenticator app, in base32. */
export type StaffPersona = Persona & { secret: string }

/** Settings that the server writes into the page: brand, hosts (empty: this origin) and limits. */
export type Settings = {
  brand: { name: string; vendor: string; legalName: string; supportEmail: string; supportPhone: string; look: BrandLook }
  /** Of the server that served the page. */
  version: string
  hosts: { vendorApiUrl: string; onboardingUrl: string; loginUrl: string; checkoutUrl: string; providerScriptUrl: string }
  demo: boolean
  /** Merchants may ask for an account themselves. */
  signUp: boolean
  personas: Persona[]
  /** On the console's page only. */
  staffPersonas: StaffPersona[]
  /** The names by which scripts in merchants’ pages know the provider; sent to the customer’s pages only. */
  shopWords: string[]
  /** Domain of the session cookie; empty: this host only. */
  cookieDomain: string
  /** Where usage analytics are sent, with consent, and our key there; empty: nowhere. Or another provider’s script, and its global. */
  analytics: { url: string; key: string; scriptUrl?: string; global?: string }
  /** The languages that are offered. */
  languages: readonly Language[]
}

/** The vendor of the development server's API; a built page has the one that its server writes. */
const vendor = import.meta.env.DEV ? 'trastienda' : ''

/** Defaults for a page served by the development server, which writes no settings. */
const plain: Settings = {
  brand: {
    name: vendor,
    vendor,
    legalName: vendor,
    supportEmail: '',
    supportPhone: '',
    look: { mark: null, icon: null, logo: null, sandboxIcon: '' },
  },
  version: '',
  hosts: { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' },
  demo: false,
  signUp: false,
  personas: [],
  staffPersonas: [],
  shopWords: [],
  cookieDomain: '',
  analytics: { url: '', key: '' },
  languages: ['es'],
}

let read: { page: Document; settings: Settings } | undefined

function readPage(): Settings {
  const text = document.getElementById('settings')?.textContent ?? ''
  if (text.trim() === '') return plain
  const served = JSON.parse(text) as Partial<Settings> // written by our own server into our own page
  return {
    ...plain,
    ...served,
    brand: { ...plain.brand, ...served.brand },
    hosts: { ...plain.hosts, ...served.hosts },
    personas: served.personas ?? [],
  }
}

/** The settings of this page, parsed once. */
export function settings(): Settings {
  if (read?.page !== document) read = { page: document, settings: readPage() }
  return read.settings
}
