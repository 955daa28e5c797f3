import { armedBehaviors } from './armed-behaviors.ts';

armedBehaviors('dash');
