// A private server asks for its token once.
import { expect, Service, test } from './fixture';

test('the page asks for the token and then works', async ({ browser }) => {
  const service = await Service.start('--api-token', 'open sesame');
  try {
    const page = await browser.newPage({ baseURL: service.address });
    await page.goto('/games');
    const token = page.getByLabel('Token');
    await token.fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert').getByText('The token is not valid.')).toBeVisible();
    await token.fill('open sesame');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(token).toBeHidden();
    await page.reload();
    await expect(page.locator('main h1')).toHaveText(/games/i);
    await page.close();
  } finally {
    await service.remove();
  }
});
