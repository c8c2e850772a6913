import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaPage } from './schema.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('the page about the schema is made of the schema files', () => {
  expect(read('docs/schema.md')).toBe(schemaPage())
})

/** Migrations of tagged versions, by which installations were made: changed ones would be refused there. */
const released = {
  '0001_baseline.sql': '60d9cba29c3e5df2e078fbc3cfa1e7e01a25e981bc967c52e21cbfde16c92962',
  '0002_operation_changes.sql': '37e29a67950d940267df37d2bec5f9ad6e1c846063211b5dd9723dc371add2ea',
  '0003_lookup_key.sql': '719ab42a2df48d4ef92522950a21762fa6a975a293160ced799c7e2108e04e80',
  '0005_payout_terms.sql': '53799fef0626f56279488a92f62769e80d83763a7412a5cc2d22edcaa4a8a2e5',
  '0006_validate_provider_changes.sql': '1159035067c2f8a730e1977d5a9cc882a1ea45f804ae348599ecf180eb6cd0fa',
  '0007_card_disputes.sql': 'df3e9b1f83baf5a24b72592b99ccf13b35e10dff15c04c002ef5c5ae52414ee5',
  '0008_card_disputes_validated.sql': '04444223ad5972791594893e78e9ca7603b67b4cc11c66c0a5212d8cb1e8d910',
  '0009_bank_files.sql': 'a77e7540d801778023f67e42047f82978cbf3430ef5b8a0b63c443affccc4616',
  '0010_credit_payments_by_reference.sql': '7cd3e0c240bff8f8c9c40db6e5697da2eb31c131b3fbab5c47dd06245cbdccc7',
  '0011_partners.sql': '199d7a3f36a9ecb8083c7a7e0e89c45091cdc68f94f290504608e33f95b71bd0',
  '0012_partner_receipts.sql': '45d773ce5373330d4eb94a421d72def4605451532e996e4d62f2b281fda07476',
  '0014_customers_page.sql': '5082402312d7efe3e32fb43c647ad4681a7f94a9727a6a4601c462f67c23756e',
  '0015_short_links.sql': 'eb4e96c7c368bbad78bbb9afe8802e78428c29ce001a3b0fe60d4f6a218a2d7f',
  '0016_card_balance.sql': '70d63a6c756acc5677ba0a67f1a30a4ae8a28ee75354be60c3f2ddd97c545e93',
  '0017_api_calls.sql': '4d6733649555a99b0225e25a6bde8b5c4025ab36d02e1a5620866cf141f0bbe9',
  '0018_weekly_email.sql': 'ce11c1cc64d6befe99f5dfd73fe3352cc7c3695ffd79e3a759f859efbad4cb5e',
  '0019_taxes_and_invoice_records.sql': '5389a2128ec96d59e50618c0892153996268d5a8009df70d2f29db6a3abf1dc3',
  '0020_figures_over_all_shops.sql': 'de11371910791acf2262c6a57c2da84f96823e39aa59c6c5af35f41e90af6a33',
  '0022_noted_payments.sql': '03e008c229698e08e4b5fb941b179090b12efb9305922f47c3daadd88ff4359a',
  '0023_noted_payments_validated.sql': 'e364c25cf1a50d8f1e2a61d18cc24fcdc67a8f1bd5ad6646fc33fefa65172d0c',
  '0026_package_recipients.sql': '832f8af3b15b292cb5d2f98b3bd3b7b8b137095f1ae32f1eb23f7da717720a22',
  '0028_annulled_records.sql': 'b2f8ce383a9f88ae4ac8115f70f11226cb8d8b9c0b527592e51f4c1c79fe30fd',
  '0036_disputes_of_a_year.sql': '1c545e5266d12d22fb63a4a22868263141ee777c91f8067d9141beb8635916ec',
  '0037_expiring_cards.sql': 'a0d73e1ee0c1ec541c09fb4f352b0216a6c4029bf37285a8e84a0d872e902103',
  '0038_expiring_cards_validated.sql': '103bfb1721bde0e646942614ab884f1803343baefa206e3761a6b0e166acb416',
  '0039_scopes_of_all_shop_tables.sql': '2c7c1e23d2c424708bbf4337370d65aed6e240a0103ff4b970cbc62d8b1c47a0',
}

test.each(Object.entries(released))('%s, which was released, is as it was', (name, checksum) => {
  expect(
    createHash('sha256')
      .update(read(`server/platform/database/migrations/${name}`))
      .digest('hex'),
  ).toBe(checksum)
})
