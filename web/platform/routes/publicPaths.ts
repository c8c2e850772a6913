/** The addresses linked from the pages before sign-in, in a module of their own so that those pages load no more than this. */
export const publicPaths = {
  root: () => '/',
  login: () => '/login',
  signUp: () => '/sign-up',
  /** The public accessibility statement: a page of the server, outside the application. */
  accessibility: () => '/accessibility',
  /** The documentation of the shops' API, and of the panel's own: pages of the server too. */
  shopDocs: () => '/docs/shops',
  docs: () => '/docs',
}
