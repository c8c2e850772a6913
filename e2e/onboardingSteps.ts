import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { certificate } from './certificate.ts'
import { t } from './words.ts'

type Paper = { type: string; status: string; files: { uuid: string; status: string }[] }

/** The documents of the account of this page. */
export const papersOf = (page: Page) => read<Paper[]>(page, '/v2/documents')

export const title = (page: Page, step: string) => page.getByRole('heading', { level: 1, name: t(`onboarding.title.${step}`) })
export const field = (page: Page, name: string): Locator => page.getByLabel(t(`company.field.${name}`), { exact: true })
export const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
export const goOn = (page: Page) => button(page, 'onboarding.continue').click()
export const slot = (page: Page, type: string) =>
  page
    .getByRole('group', { name: t(`company.paper.${type}`) })
    .locator('input[type=file]')
    .first()

/** User actions: a field filled in, a choice, a file, a click. At most sixty. */
export function counted() {
  let count = 0
  return {
    do: async (work: Promise<unknown>) => {
      count += 1
      await work
    },
    get count() {
      return count
    },
  }
}

export const answer = (page: Page, name: string, key: 'shell.yes' | 'shell.no') =>
  page
    .getByRole('group', { name: t(`company.field.${name}`) })
    .getByLabel(t(key), { exact: true })
    .check()

/** Fills in personal data, up to the person's role or business: the postcode fills in the town. */
export async function fillPerson(page: Page, documentNumber: string, hand = counted()): Promise<void> {
  await hand.do(field(page, 'phone').fill('612345678'))
  await hand.do(goOn(page))
  await hand.do(field(page, 'documentType').selectOption('nif'))
  await hand.do(field(page, 'documentNumber').fill(documentNumber))
  await hand.do(field(page, 'birthday').fill('12.04.1985'))
  await hand.do(goOn(page))
  await fillAddress(page, hand)
  await hand.do(goOn(page))
  await hand.do(answer(page, 'isPep', 'shell.no'))
}

async function fillAddress(page: Page, hand = counted()): Promise<void> {
  await hand.do(field(page, 'address.postcode').fill('28001'))
  await expect(field(page, 'address.city')).toHaveValue('Madrid')
  await hand.do(field(page, 'address.street').fill('Calle Mayor, 4'))
}

async function chooseActivity(page: Page, words: string, hand = counted()): Promise<void> {
  await hand.do(page.getByRole('combobox', { name: t('company.field.businessActivity') }).fill(words))
  await hand.do(page.getByRole('option', { name: /^Muebles y decoración/ }).click())
}

/** Fills in the profile of a self-employed person. */
export async function fillProfile(page: Page, hand = counted()): Promise<void> {
  await fillPerson(page, '12345678Z', hand)
  await chooseActivity(page, 'sofás', hand)
}

/** A person who owns a share of the company, up to their home. */
export async function fillOwner(
  page: Page,
  { firstName, lastName, percentage }: { firstName: string; lastName: string; percentage: string },
): Promise<void> {
  await field(page, 'firstName').fill(firstName)
  await field(page, 'lastName').fill(lastName)
  await field(page, 'documentType').selectOption('nif')
  await field(page, 'documentNumber').fill('00000000T')
  await field(page, 'birthday').fill('12.04.1985')
  await goOn(page)
  await field(page, 'percentage').fill(percentage)
  await field(page, 'controlType').selectOption('ownership')
  await answer(page, 'isPep', 'shell.no')
  await goOn(page)
  await field(page, 'countryOfResidence').selectOption('ES')
  await fillAddress(page)
}

/** The company of the account, without optional fields, up to its last part. */
export async function fillCompany(page: Page, name = 'Vidal Interiores, S.L.'): Promise<void> {
  await field(page, 'name').fill(name)
  await field(page, 'cif').fill('B86012341')
  await field(page, 'phone').fill('912345678')
  await goOn(page)
  await chooseActivity(page, 'muebles')
  await expect(field(page, 'cnae')).toHaveValue('47.55')
  await goOn(page)
  await fillAddress(page)
  await goOn(page)
  await expect(field(page, 'incorporationDate')).toBeVisible()
}

/** From the list of documents to all of them uploaded. */
export async function handPapers(page: Page, hand = counted()): Promise<void> {
  await expect(title(page, 'docs-info')).toBeVisible()
  await hand.do(button(page, 'onboarding.docsReady').click())
  await expect(title(page, 'docs-upload')).toBeVisible()
  await goOn(page)
  // What is missing is named, with the focus there, and each leads to its place.
  const owed = page.getByRole('alert').filter({ hasText: t('onboarding.docsOwed', { count: 5 }) })
  await expect(owed).toBeFocused()
  await expect(owed.getByRole('link')).toHaveCount(5)
  await hand.do(button(page, 'company.paper.oneFile').click())
  for (const { type } of await papersOf(page)) {
    const paper = page.locator(`#field-${type.replaceAll('_', '-')}`)
    await hand.do(paper.locator('input[type=file]').first().setInputFiles(certificate()))
    await expect(paper.getByRole('button', { name: t('company.paper.seeOf', { name: 'certificado.pdf' }) })).toBeVisible()
  }
  await hand.do(goOn(page))
}

/** The first shop, up to the summary of everything. */
export async function fillShop(page: Page, name: string, hand = counted()): Promise<void> {
  await expect(title(page, 'add-merchant')).toBeVisible()
  await hand.do(page.getByLabel(t('onboarding.shopName'), { exact: true }).fill(name))
  await hand.do(page.getByLabel(t('onboarding.inStoreOnly')).check())
  await hand.do(page.getByLabel(t('onboarding.monthlyEarnings'), { exact: true }).fill('20.000'))
  await hand.do(page.getByLabel(t('onboarding.averageAmount'), { exact: true }).fill('350'))
  // Business data entered before are not asked for again.
  await expect(page.getByRole('combobox', { name: t('company.field.businessActivity') })).toHaveValue('Muebles y decoración')
  await hand.do(goOn(page))
  await hand.do(page.getByLabel(t('bankAccounts.ask.iban'), { exact: true }).fill('ES9121000418450200051332'))
  await hand.do(goOn(page))
  await expect(page.getByRole('heading', { level: 2, name: t('onboarding.summary') })).toBeVisible()
}

/** The first shop; with it everything is submitted. */
export async function sendShop(page: Page, name: string, hand = counted()): Promise<void> {
  await fillShop(page, name, hand)
  await hand.do(button(page, 'onboarding.send').click())
  await expect(page.getByRole('heading', { level: 1, name: t('shell.pending.title', { shop: name }) })).toBeVisible()
}
