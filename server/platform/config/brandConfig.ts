/** How the product is called and looks. */
export type Brand = {
  name: string
  vendor: string
  legalName: string
  supportEmail: string
  supportPhone: string
  /** Palette name to #rrggbb. */
  colours: Record<string, string>
}

/** Empty: the same origin, or none for the script. */
export type Hosts = { vendorApiUrl: string; onboardingUrl: string; loginUrl: string; checkoutUrl: string; providerScriptUrl: string }
