import type { Locator, Page } from '@playwright/test'
import { t } from './words.ts'

/** The list's title, once it is there. */
export const listTitle = (page: Page): Locator => page.getByRole('heading', { level: 1, name: t('operations.title') })
/** The list, and its operations without the header. */
export const table = (page: Page): Locator => page.getByRole('table', { name: t('operations.table') })
export const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
/** The pagination. */
export const pages = (page: Page): Locator => page.getByRole('navigation', { name: t('shell.pages') })
/** The tab of a category; `all` for all. */
export const category = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: t('operations.categories') })
    .getByRole('link', { name: new RegExp(`^${t(`operations.category.${name}`)}`) })
/** Toasts and undo bars. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: t('shell.toasts') })
/** The side menu. */
export const menu = (page: Page): Locator => page.getByRole('navigation', { name: t('shell.nav.label') })
/** The action buttons of an operation. */
export const actions = (page: Page): Locator => page.getByRole('group', { name: t('operations.detail.actions') })
