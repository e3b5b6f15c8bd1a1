// Emoji by their usual names. Data, and a search by the beginning of words.
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";

const TABLE = `
+1 👍|-1 👎|100 💯|alarm_clock ⏰|ambulance 🚑|angry 😠|apple 🍎|arrow_down ⬇️|arrow_left ⬅️|arrow_right ➡️|arrow_up ⬆️|art 🎨
balloon 🎈|beer 🍺|bell 🔔|bike 🚲|blue_heart 💙|blush 😊|bomb 💣|book 📖|books 📚|boom 💥|brain 🧠|broken_heart 💔|broom 🧹
bug 🐛|bulb 💡|cactus 🌵|cake 🍰|calendar 📅|camera 📷|car 🚗|cat 🐱|chart 📈|checkered_flag 🏁|clap 👏|clipboard 📋|cloud ☁️
coffee ☕|computer 💻|construction 🚧|cookie 🍪|cool 😎|cry 😢|crown 👑|crystal_ball 🔮|dart 🎯|desktop 🖥️|diamond 💎|dizzy 💫
dog 🐶|door 🚪|dragon 🐉|duck 🦆|earth 🌍|email 📧|eyes 👀|facepalm 🤦|fire 🔥|fish 🐟|flag 🚩|floppy_disk 💾|flushed 😳|fog 🌫️
folder 📁|ghost 👻|gift 🎁|globe 🌐|green_heart 💚|grin 😁|hammer 🔨|handshake 🤝|heart ❤️|heart_eyes 😍|heavy_check_mark ✔️
hourglass ⏳|house 🏠|hugs 🤗|innocent 😇|joy 😂|key 🔑|kiss 💋|label 🏷️|laughing 😆|leaf 🍃|link 🔗|lock 🔒|loudspeaker 📢
lipstick 💄|magnet 🧲|mag 🔍|mailbox 📫|map 🗺️|medal 🏅|memo 📝|microscope 🔬|money 💰|monkey 🐒|moon 🌙|mountain ⛰️|muscle 💪
mushroom 🍄|neutral_face 😐|no_entry ⛔|notes 🎶|ocean 🌊|octopus 🐙|ok ✅|ok_hand 👌|package 📦|page 📄|palm_tree 🌴|panda 🐼
paperclip 📎|party 🎉|pencil ✏️|penguin 🐧|phone 📞|pill 💊|pin 📌|pizza 🍕|plug 🔌|point_right 👉|poop 💩|pray 🙏|prohibited 🚫
puzzle 🧩|question ❓|rabbit 🐰|rainbow 🌈|raised_hands 🙌|recycle ♻️|robot 🤖|rocket 🚀|rotating_light 🚨|ruler 📏|runner 🏃|satellite 🛰️
scissors ✂️|scream 😱|scroll 📜|seedling 🌱|shield 🛡️|shrug 🤷|skull 💀|sleeping 😴|slightly_smiling 🙂|smile 😄|smirk 😏|snail 🐌
snake 🐍|snowflake ❄️|sob 😭|sparkles ✨|speech_balloon 💬|star ⭐|stop_sign 🛑|strawberry 🍓|sun ☀️|sunglasses 😎|sweat_smile 😅
tada 🎉|target 🎯|test_tube 🧪|thinking 🤔|thumbsdown 👎|thumbsup 👍|ticket 🎫|toolbox 🧰|trash 🗑️|tree 🌳|trophy 🏆|truck 🚚
turtle 🐢|umbrella ☂️|unicorn 🦄|unlock 🔓|upside_down 🙃|warning ⚠️|wastebasket 🗑️|watch ⌚|wave 👋|white_check_mark ✅|wink 😉
wrench 🔧|wink 😉|x ❌|yellow_heart 💛|yum 😋|zap ⚡|zipper 🤐|zzz 💤`;

const MAX_PROPOSALS = 30;

/** Emoji whose name has a word that begins with what was typed; whole names that begin so come first. */
export function emojiProposals(typed: string): SelectItem[] {
  const names = new Map(
    TABLE.trim()
      .split(/[|\n]/)
      .map((entry) => entry.split(" ") as [string, string]),
  );
  const begins = [...names].filter(([name]) => name.startsWith(typed));
  const inside = [...names].filter(
    ([name]) => !name.startsWith(typed) && name.includes(`_${typed}`),
  );
  return [...begins, ...inside]
    .slice(0, MAX_PROPOSALS)
    .map(([name, emoji]) => ({ value: `${emoji} `, label: `${emoji} :${name}:` }));
}
