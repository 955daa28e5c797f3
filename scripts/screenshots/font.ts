import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The UI font of the screenshots, in place of this system's default. */
const FONT = 'Inter';
const FONT_FOLDER = '/usr/share/fonts/opentype/inter';
const FONT_CONFIG = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${['system-ui', 'sans-serif', 'Cantarell', 'Ubuntu', 'Segoe UI', 'Roboto', 'Noto Sans']
    .map(
      (name) =>
        `<match target="pattern"><test name="family"><string>${name}</string></test>
         <edit name="family" mode="assign" binding="strong"><string>${FONT}</string></edit></match>`,
    )
    .join('')}
</fontconfig>
`;

/** Sets the font of browsers started from now on. @param folder for the configuration, while they run */
export async function setFont(folder: string): Promise<void> {
  if (!existsSync(FONT_FOLDER))
    throw new Error(`The screenshots need the ${FONT} font: sudo apt-get install fonts-inter`);
  const path = join(folder, 'fonts.conf');
  await writeFile(path, FONT_CONFIG);
  // Chromium inherits it.
  process.env['FONTCONFIG_FILE'] = path;
}
