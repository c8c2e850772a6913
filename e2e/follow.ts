import type { Page } from '@playwright/test'

/** Leads to another address as a link inside the product would: nothing is loaded anew. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
