// How many pictures, in words.

export function countedPictures(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`;
}
