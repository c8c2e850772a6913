// oxlint-disable-next-line no-restricted-imports -- shops' programs act on operations written like those of the room of operations
export * from '../operations/testOperations.ts'
// oxlint-disable-next-line no-restricted-imports -- and the same books are proved
export { assertBooks } from '../operations/testBooks.ts'
