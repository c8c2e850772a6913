import * as panelDeclarations from '#contract/declarations'
import { declarations as providerDeclarations } from '#contract/providerApi'
import { shopShapes } from '#contract/sales/shopsApi/shapeNames'
import { declarations as shopDeclarations } from '#contract/shopsApi'
import type { OpenApi } from './openapi.ts'
import { described, type DescriptionLanguage, tagsOf, wordsOf } from './described.ts'
import { exportedShapes } from './schemaNames.ts'
import { withExamples } from './withExamples.ts'
import { withNamedSchemas } from './withNamedSchemas.ts'

/** The panel's API as it is published: with named schemas. Its words are those of the pages. */
export const publishedPanel = (description: OpenApi): OpenApi => ({
  ...withNamedSchemas(description, exportedShapes(panelDeclarations)),
  tags: tagsOf(description).map((name) => ({ name })),
})

/** The shops' API as it is published: with named schemas, examples and words. */
export const publishedShops = (description: OpenApi, language: DescriptionLanguage): OpenApi =>
  described(
    withNamedSchemas(withExamples(description), [...shopShapes, ...exportedShapes(shopDeclarations)]),
    wordsOf(language),
    'info.shops',
  )

/** The API for the provider's own systems as it is published. */
export const publishedProvider = (description: OpenApi, language: DescriptionLanguage): OpenApi =>
  described(withNamedSchemas(withExamples(description), exportedShapes(providerDeclarations)), wordsOf(language), 'info.provider')
